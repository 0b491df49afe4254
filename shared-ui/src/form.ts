// Bundled by remotes with a form. The modules import `@site/shared-ui`, which is shared at run time.
export { CheckboxField } from './form/checkbox-field';
export { cleanEmail, cleanLine, cleanText } from './form/clean-text';
export { ContactAlternatives } from './form/contact-alternatives';
export { showErrorNotice, withdrawErrorNotice } from './form/error-notice';
export { ErrorSummary } from './form/error-summary';
export { fieldAria, fieldId } from './form/field-aria';
export { FieldError } from './form/field-notes';
export { FormStatus } from './form/form-status';
export { Honeypot } from './form/honeypot';
export { EMAIL_RULE, LIMITS } from './form/limits';
export { PrivacyNote } from './form/privacy-note';
export type { RecapFact } from './form/recap';
export { SubmissionSuccess } from './form/submission-success';
export { TextAreaField } from './form/text-area-field';
export { TextField } from './form/text-field';
export { useFundingChoice } from './form/use-funding-choice';
export { useKeptValues } from './form/use-kept-values';
export { type FormSignals, type Progress, useSubmission } from './form/use-submission';
