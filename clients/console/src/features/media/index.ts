export { useMediaFile } from './api/media';
export { AttachFile, InsertImage } from './components/choose-media';
export { localUrl } from './components/media-tile';
export { imageHtml } from './image-html';
