export { AttachFile, InsertImage } from './components/choose-media';
export { imageHtml } from './image-html';
