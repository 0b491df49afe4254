import { EMAIL_RULE, LONGEST_EMAIL } from '@site/contract/email';
import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { FUNDING_LEAD_DAYS as MAILED_LEAD_DAYS } from '@site/supabase/functions/_shared/content/visitor-funding';
import { ADDRESS, isAddress } from '@site/supabase/functions/_shared/mail/visitor-address';

// Hosted functions cannot import packages of this repository.

test('the mails and the forms have the same rule of addresses', () => {
  expect([ADDRESS.source, ADDRESS.flags]).toEqual([EMAIL_RULE.source, EMAIL_RULE.flags]);
  const longest = `${'x'.repeat(LONGEST_EMAIL - '@exemple.fr'.length)}@exemple.fr`;
  expect([isAddress(longest), isAddress(`x${longest}`)]).toEqual([true, false]);
});

test('the mails and the pages have the same last day for the file of a fund', () => {
  expect(MAILED_LEAD_DAYS).toBe(FUNDING_LEAD_DAYS);
});
