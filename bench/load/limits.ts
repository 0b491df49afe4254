import type { BackendUnderLoad } from './backend-under-load';

/** The limits of requests: the database's numeric settings with such a name. */
export async function readLimits(backend: BackendUnderLoad): Promise<Record<string, number>> {
  const [row] = await backend.query<{ limits: Record<string, number> }>(
    `select jsonb_object_agg(key, value) as limits
      from private.settings as setting, jsonb_each(to_jsonb(setting))
      where jsonb_typeof(value) = 'number' and key ~ 'per_|above|flag|refus|total'
        and key !~ 'codes|tries|incidents|live|visitor|receipts'`,
  );
  return row?.limits ?? {};
}

export function printLimits(limits: Record<string, number>): void {
  const names = Object.entries(limits).map(([name, limit]) => `${name} ${limit}`);
  console.log(`\nAll limits act, as shipped: ${names.join(', ')}.`);
}
