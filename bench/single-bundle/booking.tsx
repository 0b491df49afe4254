import * as booking from '@site/remote-booking/src/booking-page';
import { start } from './start';

start(booking);
