import { chakra } from '@site/shared-ui';

/** A form whose faults we name ourselves. */
export const Form = chakra(
  'form',
  { base: { display: 'flex', flexDirection: 'column', gap: '5' } },
  { defaultProps: { noValidate: true } },
);
