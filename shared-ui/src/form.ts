// Bundled by remotes with a form. The modules import `@site/shared-ui`, which is shared at run time.
export { CheckboxField } from './form/fields';
export { ErrorSummary } from './form/form-status';
export { FieldError, fieldAria, fieldId } from './form/fields';
export { FormStatus } from './form/form-status';
export { TextAreaField, TextField } from './form/fields';
