import type { Host, Notice } from '@site/contract/host';

// By host, which outlives the page: the form can be left and opened again while its notice is shown.
const shown = new WeakMap<Host, () => void>();

/** Shows a form's error as a notice, in place of the form's earlier one. */
export function showErrorNotice(host: Host, notice: Omit<Notice, 'tone'>): void {
  withdrawErrorNotice(host);
  const withdraw = host.notify({ ...notice, tone: 'error' });
  if (withdraw) shown.set(host, withdraw);
}

export function withdrawErrorNotice(host: Host): void {
  shown.get(host)?.();
  shown.delete(host);
}
