import { UserError } from '../user-error';

export interface FactRefusal {
  /** Of `site.json`, as in `publisher.name`. */
  readonly key: string;
  /** The broken rule of the schema, or `missing` and `example` for a public site. */
  readonly rule: string;
}

/** Facts that do not pass the checks of `site.json`. */
export class FactsError extends UserError {
  override readonly name = 'FactsError';

  constructor(
    message: string,
    readonly refusals: readonly FactRefusal[],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
