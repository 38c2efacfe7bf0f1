export { useSegments } from './api/segments';
