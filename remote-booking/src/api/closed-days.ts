import type { Backend } from '@site/contract/host';

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Days on which no training is given, yyyy-MM-dd. Without supabase-js, whose code the calendar needs for nothing else.
 * Rejects when the backend does not answer with them.
 */
export async function fetchClosedDays({ url, anonKey }: Backend): Promise<readonly string[]> {
  const response = await fetch(`${url}/rest/v1/rpc/closed_days`, { headers: { apikey: anonKey } });
  if (!response.ok) throw new Error(`The backend answered ${response.status}`);
  const days: unknown = await response.json();
  return Array.isArray(days) ? days.filter((day) => typeof day === 'string' && DAY.test(day)) : [];
}
