export { phoneFeedbackSources } from './sources';
