import * as landing from '@site/remote-landing/src/landing-page';
import { start } from './start';

start(landing);
