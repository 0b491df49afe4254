/** @jest-environment node */

import { fakeHost } from '@site/shared-ui/testing';
import { showErrorNotice, withdrawErrorNotice } from './submission';

const error = { title: 'Erreur', description: 'Veuillez réessayer.' };

test('a newer error withdraws the earlier notice, and each notice is withdrawn once', () => {
  const withdrawals = [jest.fn(), jest.fn()] as const;
  const notify = jest.fn().mockReturnValueOnce(withdrawals[0]).mockReturnValueOnce(withdrawals[1]);
  const host = fakeHost({ notify });
  showErrorNotice(host, error);
  expect(notify).toHaveBeenCalledWith({ ...error, tone: 'error' });
  expect(withdrawals[0]).not.toHaveBeenCalled();
  showErrorNotice(host, error);
  withdrawErrorNotice(host);
  withdrawErrorNotice(host);
  expect(withdrawals.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
