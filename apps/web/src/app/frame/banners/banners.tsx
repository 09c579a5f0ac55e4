import { ActingBanner } from './acting-banner';
import { DemoBanner } from './demo-banner';
import { PausedBanner } from './paused-banner';

/** Those that apply, in one file, because few installations ever load it. */
export function Banners() {
  return (
    <>
      <ActingBanner />
      <PausedBanner />
      <DemoBanner />
    </>
  );
}
