import { appendFileSync } from 'node:fs';
import type { Request } from '@playwright/test';

/** For the budget of a run (`tooling/work-of-run.ts`). */
export function countDocument(request: Request): void {
  const { WORK_LOG } = process.env;
  if (WORK_LOG && request.isNavigationRequest()) appendFileSync(WORK_LOG, 'document\n');
}
