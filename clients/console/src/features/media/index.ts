export { InsertImage } from './components/insert-image';
