import { EMAIL_RULE, LONGEST_EMAIL } from '@site/contract/email';
import { requestStatus } from '@site/supabase/functions/_shared/content/requests';
import { ADDRESS, isAddress } from '@site/supabase/functions/_shared/mail/visitor-address';
import { STATUS_WORDS } from '@site/supabase/requests';

// Hosted functions cannot import packages of this repository.

test('the mails and the forms have the same rule of addresses', () => {
  expect([ADDRESS.source, ADDRESS.flags]).toEqual([EMAIL_RULE.source, EMAIL_RULE.flags]);
  const longest = `${'x'.repeat(LONGEST_EMAIL - '@exemple.fr'.length)}@exemple.fr`;
  expect([isAddress(longest), isAddress(`x${longest}`)]).toEqual([true, false]);
});

test('the mails and the export have the same words for a status', () => {
  expect(requestStatus).toEqual(STATUS_WORDS);
});
