import { playShort } from './play-short';

playShort('faults');
