export { HttpProvider, fromOf, type HttpOptions, type MessageContent } from './http-provider';
export { httpVariables } from './http-variables';
export { linkedFile } from './linked-file';
