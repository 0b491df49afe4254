import { functionCalls } from '@site/contract/backend-calls';
import type { OwnerCalls } from './wire';

const FUNCTIONS = functionCalls({
  owner_me: [],
  owner_requests: ['filter', 'search', 'before', 'size', 'oldest'],
  owner_request: ['id'],
  owner_confirm: ['id', 'version', 'dates', 'also_confirmed'],
  owner_change_day: ['id', 'version', 'from_day', 'to_day', 'also_confirmed'],
  owner_cancel: ['id', 'version'],
  owner_reopen: ['id', 'version'],
  owner_verify: ['id', 'version'],
  owner_handle: ['id', 'version', 'handled'],
  owner_note: ['id', 'version', 'note'],
  owner_tell: ['id', 'version', 'channel'],
  owner_follow_up: ['id', 'version', 'step', 'day'],
  owner_add_request: ['attempt', 'name', 'email', 'phone', 'dates', 'is_agefice', 'note', 'tell', 'also_confirmed'],
  owner_spam: ['ids', 'expected'],
  owner_handle_all: ['ids', 'expected'],
  owner_export: [],
  owner_person: ['email'],
  owner_erase_person: ['email', 'typed'],
  owner_days: [],
  owner_set_days: ['weekly', 'holidays', 'off', 'periods', 'confirmedDays', 'noticeDays', 'horizonDays', 'version'],
  owner_agenda: ['first', 'last'],
  owner_feed: [],
  owner_renew_feed: [],
  owner_own_calendar: [],
  owner_set_own_calendar: ['address'],
  owner_read_own_calendar: [],
  owner_sessions: [],
  owner_end_session: ['id'],
  owner_push: [],
  owner_add_push: ['endpoint', 'p256dh', 'auth'],
  owner_remove_push: [],
  owner_today: [],
  owner_figures: [],
  owner_health: [],
  owner_retry_mails: [],
  owner_mail_records: [],
  owner_confirm_retention: ['requests'],
});

/** Does not compile while a function's arguments differ from the declared ones. */
const DECLARED: { readonly [Name in keyof OwnerCalls]: Exactly<ArgumentOf<Name>, (typeof FUNCTIONS)[Name]> } =
  FUNCTIONS;

type ArgumentOf<Name extends keyof OwnerCalls> = string extends keyof OwnerCalls[Name]['args']
  ? never
  : keyof OwnerCalls[Name]['args'];

type Exactly<Argument, List extends readonly unknown[]> = [Exclude<Argument, List[number]>] extends [never]
  ? readonly Argument[]
  : never;

/** Returns the declared arguments of a call. */
export function argumentsOf<Name extends keyof OwnerCalls>(name: Name, args: OwnerCalls[Name]['args']) {
  const given: Readonly<Record<string, unknown>> = { ...args };
  const declared: readonly PropertyKey[] = DECLARED[name];
  return Object.fromEntries(declared.map((key) => [key, given[String(key)]]));
}
