-- Logins and database, once, as a superuser:
--   psql -v owner_password=… -v app_password=… -f roles.sql
-- dossier_owner migrates (DATABASE_ADMIN_URL), dossier_app serves (DATABASE_URL). The two roles without login are what every
-- transaction runs as: row-level security holds for both, and neither can bypass it.
create role app_rw nologin nobypassrls;
create role app_jobs nologin nobypassrls;
create role dossier_owner login nobypassrls password :'owner_password';
create role dossier_app login noinherit nobypassrls password :'app_password';
grant app_rw, app_jobs to dossier_owner, dossier_app;
create database dossier owner dossier_owner;
