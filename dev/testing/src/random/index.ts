export { seededBelow, seededRandom } from './seeded-random';
