import { defineRecipe } from '@chakra-ui/react/styled-system';
import { palette } from '../theme/palette';

const RISE = '240ms ease-out';

export const dialogRecipe = defineRecipe({
  base: {
    margin: 'auto',
    width: 'calc(100% - min(2rem, 8.8vw))',
    maxWidth: '35rem',
    maxHeight: '85dvh',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    // Limited by the width, so that large text leaves room for itself.
    padding: { base: 'min(1.25rem, 5.6vw)', md: '8' },
    borderRadius: 'card',
    // Long words of large text break before the dialog scrolls sideways.
    '& *': { overflowWrap: 'anywhere' },
    // Visible only with forced colours.
    borderWidth: '1px',
    borderColor: 'transparent',
    // Backdrops inherit no variables in older browsers.
    _backdrop: { bg: `${palette.ink}99` },
    _motionSafe: {
      transition: `opacity ${RISE}, transform ${RISE}`,
      _open: { _starting: { opacity: 0, transform: 'translateY(16px)' } },
    },
  },
  variants: {
    variant: {
      center: {},
      sheet: {
        mdDown: { width: 'full', maxWidth: 'full', marginBottom: '0', borderBottomRadius: '0' },
      },
    },
  },
});
