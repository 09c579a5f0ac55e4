import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useMayOpen } from './may-open';
import { PageAbout } from './page-about';

/** A fixed route, or the previous page. */
type Back = { label: string } & ({ to: LinkProps['to'] } | { onClick: () => void });

export type PageProps = {
  title: string;
  /** Facts about what is shown. */
  subtitle?: ReactNode;
  /** What the screen is for. */
  about?: string;
  actions?: ReactNode;
  back?: Back;
  tabs?: ReactNode;
  children: ReactNode;
};

/** The last query string of each path. */
const lastSearches = new Map<string, object>();

/** Called when the user changes. */
export const forgetSearches = (): void => lastSearches.clear();

/** One screen: heading, facts or purpose, the primary action at the right, tabs below. Names the browser tab too. */
export function Page({ title, subtitle, about, actions, back, tabs, children }: PageProps) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    lastSearches.set(pathname, search);
  }, [pathname, search]);
  useEffect(() => {
    document.title = `${title} – Key2XS`;
  }, [title]);

  return (
    <div className="page">
      <div className="page-head">
        <div className="page-titles">
          {back && <BackLink back={back} />}
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
          {about && <PageAbout text={about} />}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {tabs && <div className="page-tabs">{tabs}</div>}
      {children}
    </div>
  );
}

function BackLink({ back }: { back: Back }) {
  const mayOpen = useMayOpen();
  const words = (
    <>
      <IconArrowLeft size={15} aria-hidden />
      <span className="page-back-label">{back.label}</span>
    </>
  );
  if ('to' in back) {
    if (!mayOpen(back.to)) return null;
    return (
      // Restores the list as it was left, except open details. Any screen may be the target: the router cannot type
      // it.
      <Link
        to={back.to}
        search={{ ...lastSearches.get(String(back.to)), open: undefined } as never}
        className="page-back"
      >
        {words}
      </Link>
    );
  }
  return (
    <button type="button" onClick={back.onClick} className="page-back">
      {words}
    </button>
  );
}
