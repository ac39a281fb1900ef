/** Reads databases from web servers. {@link granary.database.Database#open(java.net.URI)} finds it if this jar is next to the reader. */
module granary.http {
    requires transitive granary.reader;
    requires java.net.http;

    exports granary.http;

    provides granary.storage.Addresses with
            granary.http.HttpAddresses;
}
