export { Why } from './components/why';
