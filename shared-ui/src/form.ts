// Bundled by remotes with a form. The modules import `@site/shared-ui`, which is shared at run time.
export { CheckboxField } from './form/checkbox-field';
export { ErrorSummary } from './form/error-summary';
export { FieldError, fieldAria, fieldId } from './form/field';
export { FormStatus } from './form/form-status';
export { TextAreaField, TextField } from './form/text-fields';
