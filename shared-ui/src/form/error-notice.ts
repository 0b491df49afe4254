import type { Host, Notice } from '@site/contract/host';

// One notice per form: each remote bundles its own copy of this module and has one form. Keyed by host, which outlives
// the page: the notice stays while the visitor leaves the form and comes back.
const shown = new WeakMap<Host, () => void>();

export function showErrorNotice(host: Host, notice: Omit<Notice, 'tone'>): void {
  withdrawErrorNotice(host);
  shown.set(host, host.notify({ ...notice, tone: 'error' }));
}

export function withdrawErrorNotice(host: Host): void {
  shown.get(host)?.();
  shown.delete(host);
}
