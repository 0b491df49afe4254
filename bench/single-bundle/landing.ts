import * as page from '@site/remote-landing/src/landing-page';
import { bundled } from './load-bundled-page';

bundled.page = page;
