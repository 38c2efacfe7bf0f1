import { playShort } from './play-short';

playShort('campaigns');
