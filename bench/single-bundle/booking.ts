import * as page from '@site/remote-booking/src/booking-page';
import { bundled } from './load-bundled-page';

bundled.page = page;
