import type { FactValue } from '@site/contract/page-data';
import { Box, Button, chakra, Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useEffect, useRef } from 'react';
import { useSpace } from '../api/owner-api';
import { facts as words } from '../content/facts';
import { releaseFailureText } from '../parts/use-release-action';
import { useAction } from '../view/form';
import type { ControlledField } from './table-field';

interface PhotoFieldProps extends ControlledField {
  readonly value: string;
  /** Address of the picture that the site shows now. */
  readonly published: FactValue;
  readonly onType: (value: string) => void;
}

export function PhotoField({ value, published, onType, ...field }: PhotoFieldProps) {
  const { api } = useSpace();
  const add = useAction({
    mutationFn: (file: File) => api.addPicture(file),
    onSuccess: ({ path }) => onType(path),
    // The field shows it, until another file is chosen.
    onError: () => undefined,
  });
  return (
    <Stack gap="3" align="stretch">
      <TextField
        {...field}
        error={add.error ? releaseFailureText(add.error) : field.error}
        disabled={field.disabled || add.isPending}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        css={chooser}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) add.mutate(file);
        }}
      />
      <Text role="status">{add.isPending && words.sendingPhoto}</Text>
      {value !== '' && (
        <Stack gap="2" align="flex-start">
          {value === published ? (
            <chakra.img src={value} alt={words.photo} width="32" height="32" borderRadius="card" objectFit="cover" />
          ) : value === add.data?.path ? (
            <Drawn canvas={add.data.canvas} />
          ) : (
            <Text>{words.newPhoto}</Text>
          )}
          <Button variant="quiet" disabled={field.disabled} onClick={() => onType('')}>
            {words.removePhoto}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

const chooser = {
  '&::file-selector-button': {
    marginRight: '3',
    paddingInline: '3',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'edge',
    borderRadius: 'button',
    background: 'paper',
    color: 'ink',
    font: 'inherit',
  },
};

/** The site has no address of the picture yet. */
function Drawn({ canvas }: { readonly canvas: HTMLCanvasElement }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.replaceChildren(canvas), [canvas]);
  return (
    <Box
      ref={frame}
      role="img"
      aria-label={words.newPhoto}
      width="32"
      height="32"
      css={{ '& > canvas': { width: 'full', height: 'full', borderRadius: 'card', objectFit: 'cover' } }}
    />
  );
}
