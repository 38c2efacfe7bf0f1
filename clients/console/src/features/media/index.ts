export { InsertImage } from './components/insert-image';
export { imageHtml } from './image-html';
