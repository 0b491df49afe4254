import { Heading } from '@chakra-ui/react/heading';
import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';
import { palette } from '@site/contract/palette';
import { X } from 'lucide';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { words } from '../content/words';
import { IconButton } from '../controls/button';
import { Icon } from '../layout/layout';

const RISE = '240ms ease-out';

const dialogRecipe = defineRecipe({
  base: {
    margin: 'auto',
    width: 'calc(100% - {spacing.8})',
    maxWidth: '35rem',
    maxHeight: '85dvh',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    padding: { base: '5', md: '8' },
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
      sheet: { mdDown: { width: 'full', maxWidth: 'full', marginBottom: '0', borderBottomRadius: '0' } },
    },
  },
});

const Surface = chakra('dialog', dialogRecipe);
const TitleRow = chakra('div', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: '4', marginBottom: '4' },
});
const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3', marginTop: '6' } });

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** A `sheet` is at the bottom of the screen in windows narrower than `md`, and centred in wider ones. */
  readonly variant?: 'center' | 'sheet';
  readonly id?: string | undefined;
  /** Renders the content also while the dialog is closed, so that it can be opened before hydration. */
  readonly isPrerendered?: boolean;
}

/** A native modal dialog: the browser traps the focus and restores it afterwards. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  variant = 'center',
  id,
  isPrerendered = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    if (!dialog.open) dialog.showModal();
    return () => dialog.close();
  }, [open]);
  return (
    <Surface
      ref={ref}
      id={id}
      variant={variant}
      data-surface="chalk"
      aria-labelledby={titleId}
      // Escape closes the dialog at once: a press of its button right after it must find the state closed.
      onCancel={({ target, currentTarget }) => open && target === currentTarget && onClose()}
      // Browsers send `close` with the next frame: by then, the dialog can be open again.
      onClose={({ currentTarget }) => open && !currentTarget.open && onClose()}
      // One that is opened before hydration has an attribute more.
      suppressHydrationWarning
    >
      {(open || isPrerendered) && (
        <>
          <TitleRow>
            <Heading as="h2" id={titleId} size="xl">
              {title}
            </Heading>
            <IconButton label={words.close} onClick={onClose}>
              <Icon of={X} />
            </IconButton>
          </TitleRow>
          {children}
          {actions && <Actions>{actions}</Actions>}
        </>
      )}
    </Surface>
  );
}
