import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';

export type PageProps = {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  back?: { to: LinkProps['to']; label: string };
  tabs?: ReactNode;
  children: ReactNode;
};

/** One screen: heading, one line of purpose, the primary action at the right, tabs below. Names the browser tab too. */
export function Page({ title, subtitle, actions, back, tabs, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – Key2XS`;
  }, [title]);

  return (
    <div className="page">
      <div className="page-head">
        <div className="page-titles">
          {back && (
            <Link to={back.to} className="page-back">
              <IconArrowLeft size={15} aria-hidden />
              {back.label}
            </Link>
          )}
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {tabs && <div className="page-tabs">{tabs}</div>}
      {children}
    </div>
  );
}
