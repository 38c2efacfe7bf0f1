declare module 'swagger-ui-dist/absolute-path.js' {
  /** Where the package's files are. */
  export default function absolutePath(): string;
}
