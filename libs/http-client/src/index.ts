export {
  Connections,
  type HttpAnswer,
  type HttpRequest,
  type Reach,
  RequestFault,
  causes,
} from './connections';
export { isLoopback, unfitUrl } from './public-url';
export { type Fields, detailOf, fieldsIn, isSuccess, textIn } from './read-answer';
export { signedHeaders } from './sign';
export { type Unanswered, unanswered } from './unanswered';
