import type { Host } from '@site/contract/host';
import { preloadClient } from '@site/forms/client';
import { FormFooter } from '@site/forms/form-footer';
import { Honeypot } from '@site/forms/submission';
import type { RecapFact } from '@site/forms/submission-success';
import { LIMITS } from '@site/forms/texts';
import { Grid, Stack } from '@site/shared-ui';
import { CheckboxField, ErrorSummary, fieldId, TextAreaField, TextField } from '@site/shared-ui/form';
import { useRef } from 'react';
import type { ContactMessage } from '../api/send-contact-message';
import { failureStatus, form, invalid, recap, sent } from '../content/contact';
import { useContactForm } from './use-contact-form';

const checkedFields = ['prenom', 'nom', 'email', 'telephone'] as const;
const TWO_COLUMNS = { base: '1fr', md: '1fr 1fr' };

export function ContactForm({ host }: { readonly host: Host }) {
  const element = useRef<HTMLFormElement>(null);
  const formik = useContactForm(host, element);
  const { errors, sent: request, failure } = formik;

  const field = (name: keyof ContactMessage) => ({
    ...formik.getFieldProps(name),
    ...form[name],
    error: errors[name],
  });
  const failures = checkedFields.flatMap((name) => {
    const message = errors[name];
    return message ? [{ fieldId: fieldId(name), message }] : [];
  });

  return (
    // `method="dialog"` submits nothing outside a <dialog>, so no typed text can end up in the address.
    <form ref={element} noValidate method="dialog" onSubmit={formik.handleSubmit} onFocus={preloadClient}>
      <Honeypot ref={formik.honeypotRef} />
      <Stack gap="6">
        <ErrorSummary title={invalid.summary} errors={failures} attempt={formik.submitCount} />
        <Grid gap="6" templateColumns={TWO_COLUMNS}>
          <TextField {...field('prenom')} required autoComplete="given-name" maxLength={LIMITS.name} />
          <TextField {...field('nom')} required autoComplete="family-name" maxLength={LIMITS.name} />
          <TextField {...field('email')} type="email" required autoComplete="email" maxLength={LIMITS.email} />
          <TextField {...field('telephone')} type="tel" required autoComplete="tel" maxLength={LIMITS.phone} />
        </Grid>
        <TextAreaField {...field('message')} maxLength={LIMITS.message} />
        <CheckboxField {...formik.getFieldProps({ name: 'isAgefice', type: 'checkbox' })} {...form.isAgefice} />
        <FormFooter
          host={host}
          form={formik}
          words={{ ...form, sent: sent.status }}
          facts={request && recapOf(request)}
          problem={failure && failureStatus[failure.reason](failure)}
        />
      </Stack>
    </form>
  );
}

export const recapOf = ({
  prenom,
  nom,
  email,
  telephone,
  message,
  isAgefice,
}: ContactMessage): readonly RecapFact[] => [
  { term: recap.prenom, value: prenom },
  { term: recap.nom, value: nom },
  { term: recap.email, value: email },
  { term: recap.telephone, value: telephone },
  { term: recap.message, value: message, isWide: true },
  { term: recap.funding.label, value: isAgefice ? recap.funding.wanted : recap.funding.unwanted },
];
