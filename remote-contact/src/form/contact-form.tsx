import { CONTACT_FIELDS } from '@site/contract/form-fields';
import type { Host } from '@site/contract/host';
import { preloadClient } from '@site/forms/client';
import { recapOf, TextFields } from '@site/forms/fields';
import { FormFooter } from '@site/forms/form-footer';
import { Honeypot } from '@site/forms/submission';
import { Stack } from '@site/shared-ui';
import { CheckboxField, ErrorSummary } from '@site/shared-ui/form';
import { useRef } from 'react';
import { failureStatus, form, invalid, sent } from '../content/contact';
import { useContactForm } from './use-contact-form';

export function ContactForm({ host }: { readonly host: Host }) {
  const element = useRef<HTMLFormElement>(null);
  const formik = useContactForm(host, element);
  const { errors, sent: request, failure } = formik;

  return (
    // `method="dialog"` submits nothing outside a <dialog>, so no typed text can end up in the address.
    <form ref={element} noValidate method="dialog" onSubmit={formik.handleSubmit} onFocus={preloadClient}>
      <Honeypot ref={formik.honeypotRef} />
      <Stack gap="6">
        <ErrorSummary title={invalid.summary} errors={errors} attempt={formik.submitCount} />
        <TextFields fields={CONTACT_FIELDS} form={formik} />
        <CheckboxField
          {...formik.getFieldProps({ name: 'isAgefice', type: 'checkbox' })}
          label={CONTACT_FIELDS.isAgefice.label}
        />
        <FormFooter
          host={host}
          form={formik}
          words={{ ...form, sent: sent.status }}
          facts={request && recapOf(CONTACT_FIELDS, request)}
          problem={failure && failureStatus[failure.reason](failure)}
        />
      </Stack>
    </form>
  );
}
