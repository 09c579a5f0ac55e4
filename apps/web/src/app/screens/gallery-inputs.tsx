import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FileDrop } from '#ui/file-drop';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Panel } from '#ui/panel';

/** Form fields and dialogs. */
export function GalleryInputs() {
  const [file, setFile] = useState<File>();
  const [open, setOpen] = useState<'dialog' | 'drawer'>();
  const [reason, setReason] = useState('');
  const close = () => setOpen(undefined);
  return (
    <Panel title="Inputs and dialogs" padded>
      <div style={{ display: 'grid', gap: 16, maxWidth: 480 }}>
        <TextInput label="Name" placeholder="City staff list" />
        <TextInput label="With an error" error="Connection name is required." />
        <Select label="One of" data={['Active', 'Inactive']} placeholder="Any" />
        <Textarea label="Description" />
        <FileDrop label="Staff list" hint="CSV, up to 64 MB" accept=".csv" file={file} onFile={setFile} />
        <FileDrop
          label="Wrong file"
          hint="CSV"
          accept=".csv"
          file={null}
          onFile={setFile}
          error="A file is required."
        />
        <div className="actions">
          <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
          <Button variant="default" onClick={() => setOpen('drawer')}>
            Open drawer
          </Button>
        </div>
      </div>
      {open === 'dialog' && (
        <ConfirmDialog
          title="Remove 3 doors"
          confirmLabel="Remove 3 doors"
          isDangerous
          reason={{ label: 'Reason', value: reason, onChange: setReason }}
          onConfirm={close}
          onCancel={close}
        >
          14 people lose access to them at their next key update.
        </ConfirmDialog>
      )}
      <SideDrawer title="Details" opened={open === 'drawer'} onClose={close}>
        The list stays in view.
      </SideDrawer>
    </Panel>
  );
}
