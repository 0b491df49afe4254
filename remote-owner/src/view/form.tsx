import { chakra } from '@site/shared-ui';

/** Texts and outcomes of a form; outcomes stay mounted while empty, and take no room then. */
export const Outcomes = chakra('div', { base: { '& > :not(:empty) ~ :not(:empty)': { marginTop: '4' } } });

/** A form whose faults we name ourselves. */
export const Form = chakra(
  'form',
  { base: { display: 'flex', flexDirection: 'column', gap: '5' } },
  { defaultProps: { noValidate: true } },
);
