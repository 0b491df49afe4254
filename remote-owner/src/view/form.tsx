import { chakra } from '@site/shared-ui';

/** Texts and status messages of a form. Empty status messages stay mounted but take no space. */
export const Outcomes = chakra('div', { base: { '& > :not(:empty) ~ :not(:empty)': { marginTop: '4' } } });

/** A form that shows its own errors instead of the browser's. */
export const Form = chakra(
  'form',
  { base: { display: 'flex', flexDirection: 'column', gap: '5' } },
  { defaultProps: { noValidate: true } },
);
