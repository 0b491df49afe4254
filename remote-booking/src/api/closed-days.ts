import { functionCalls } from '@site/contract/backend-calls';
import type { Backend } from '@site/contract/host';
import { fetchInTime } from '@site/forms/client';

const FUNCTIONS = functionCalls({ closed_days: [] });
const NAME: keyof typeof FUNCTIONS = 'closed_days';
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Fetches days, yyyy-MM-dd, without supabase-js, which the calendar does not need otherwise. Rejects on an error
 * answer, and without an answer in time.
 */
export async function fetchClosedDays({ url, anonKey }: Backend): Promise<readonly string[]> {
  const response = await fetchInTime(`${url}/rest/v1/rpc/${NAME}`, { headers: { apikey: anonKey } });
  if (!response.ok) throw new Error(`The backend answered ${response.status}`);
  const days: unknown = await response.json();
  return Array.isArray(days) ? days.filter((day) => typeof day === 'string' && DAY.test(day)) : [];
}
