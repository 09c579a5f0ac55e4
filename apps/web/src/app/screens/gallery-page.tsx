import { Page } from '#ui/page';
import { GalleryData } from './gallery-data';
import { GalleryInputs } from './gallery-inputs';
import { GalleryWords } from './gallery-words';

/** Every UI component in every state. For developers, so its texts are not in the catalogue. */
export function GalleryPage() {
  return (
    <Page title="Gallery" subtitle="Every piece in every state. Look at it in light and dark, wide and narrow.">
      <div style={{ display: 'grid', gap: 16 }}>
        <GalleryWords />
        <GalleryData />
        <GalleryInputs />
      </div>
    </Page>
  );
}
