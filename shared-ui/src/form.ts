// Bundled by remotes with a form. The modules import `@site/shared-ui`, which is shared at run time.
export { ChoiceField, Radio, SelectField } from './form/choices';
export { CheckboxField, FieldError, fieldAria, fieldId, TextAreaField, TextField } from './form/fields';
export { ErrorSummary, FieldLink, FormStatus } from './form/form-status';
