import { UserError } from '../user-error';

/** The store gives no usable answer at the moment; the same call may succeed later. */
export class StoreAwayError extends UserError {
  override readonly name = 'StoreAwayError';
}
