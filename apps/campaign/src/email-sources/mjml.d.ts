/** The part of https://documentation.mjml.io/#inside-node-js that is used. The package has no types. */
declare module 'mjml' {
  interface Options {
    validationLevel: 'strict';
    ignoreIncludes: boolean;
    fonts: Record<string, string>;
  }
  /** @throws Error with `errors` for invalid MJML */
  export default function mjml2html(mjml: string, options: Options): Promise<{ html: string }>;
}
