import { CONTACT_FIELDS } from '@site/contract/form-fields';
import type { Host } from '@site/contract/host';
import { recapOf, TextFields } from '@site/forms/fields';
import { FormFooter } from '@site/forms/form-footer';
import { RequestFormElement } from '@site/forms/submission';
import { Stack } from '@site/shared-ui';
import { CheckboxField, ErrorSummary } from '@site/shared-ui/form';
import { failureStatus, invalid, sent, form as words } from '../content/contact';
import { useContactForm } from './use-contact-form';

export function ContactForm({ host }: { readonly host: Host }) {
  const form = useContactForm(host);
  const { errors, sentValues: request, failure } = form;

  return (
    <RequestFormElement form={form}>
      <Stack gap="6">
        <ErrorSummary title={invalid.summary} errors={errors} submitCount={form.submitCount} />
        <TextFields fields={CONTACT_FIELDS} form={form} />
        <CheckboxField
          {...form.getFieldProps({ name: 'isAgefice', type: 'checkbox' })}
          label={CONTACT_FIELDS.isAgefice.label}
        />
        <FormFooter
          host={host}
          form={form}
          words={{ ...words, sent: sent.status(host.site) }}
          recap={request && recapOf(CONTACT_FIELDS, request)}
          problem={failure && failureStatus[failure.reason](failure)}
        />
      </Stack>
    </RequestFormElement>
  );
}
